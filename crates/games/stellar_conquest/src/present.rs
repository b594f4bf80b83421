//! stub
pub struct Picture;
