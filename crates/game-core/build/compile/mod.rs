//! From the text of the data files to the text of two Rust tables, or to a list of what is wrong with the data.

mod book;
mod check;
mod fault;
mod line;
mod names;
mod pay;
mod register;
mod write;

pub(crate) use fault::Fault;

use book::Book;
use register::Register;

/// The two generated sources.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) clauses: String,
    pub(crate) paytables: String,
}

/// Compiles the register and the books, each given with the name of its file.
pub(crate) fn compile(register: (&str, &str), books: &[(String, String)]) -> Result<Tables, Vec<Fault>> {
    let register = Register::read(register.0, register.1)?;
    let books = read(books)?;
    let faults = check::faults(&register, &books);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Tables { clauses: write::clauses(&register), paytables: write::paytables(&books) })
}

fn read(texts: &[(String, String)]) -> Result<Vec<Book>, Vec<Fault>> {
    let mut books = Vec::new();
    let mut faults = Vec::new();
    for (file, text) in texts {
        match Book::read(file, text) {
            Ok(book) => books.push(book),
            Err(mut wrong) => faults.append(&mut wrong),
        }
    }
    if faults.is_empty() { Ok(books) } else { Err(faults) }
}
