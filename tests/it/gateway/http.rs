//! Clients reach the servers over HTTP: on one address, with a token of their own, in both eras.

mod attacks;
mod eras;
mod kit;
mod polling;
mod real_clients;
mod secrets;
mod settings;
