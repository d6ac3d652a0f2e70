//! Runs `usher connect` and `usher serve` as agents and people do: as programs, over their pipes and the socket.
#![cfg(unix)]

mod adapter;
mod clients;
mod identity;
mod impostors;
mod owners;
mod place;
