fn main(){print!("{}", usher_api::bindings::typescript())}
