//! The server side as a client sees it: transcripts of whole conversations.

mod legacy;
mod modern;
mod pages;
mod script;
mod wire;
mod workshop;
