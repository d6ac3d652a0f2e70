//! usher-demo.
