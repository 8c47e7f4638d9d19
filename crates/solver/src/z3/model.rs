//! From a Z3 model to values of variables.

use super::encode::Encoder;
use super::raw::{ArrayShape, Ast, RawModel};
use crate::Why;
use crate::layer::variables;
use homing_term::{ArrayValue, BigInt, Model, Sort, Term, Terms, Value, Words, wide};
use std::rc::Rc;

/// Reads a value for every variable in the asserts.
pub(super) fn read(encoder: &mut Encoder, terms: &mut Terms, asserts: &[Term], found: &RawModel) -> Result<Model, Why> {
    let vars = variables(terms, asserts);
    let mut model = Model::new();
    for v in vars {
        let Some(ast) = encoder.var(v) else { return Err(Why::Failed(format!("{v} was not translated"))) };
        let value = encoder.raw.eval(found, ast)?;
        let sort = terms.var_info(v).sort;
        model.set(v, read_value(encoder, found, value, sort)?);
    }
    Ok(model)
}

fn read_value(encoder: &mut Encoder, found: &RawModel, value: Ast, sort: Sort) -> Result<Value, Why> {
    match sort {
        Sort::Bits(1) => {
            let b = encoder.raw.as_bool(value).ok_or_else(not_a_value)?;
            Ok(Value::bits(1, b as u64))
        }
        Sort::Bits(w) => Ok(Value::Bits { w, words: read_words(encoder, value, w)? }),
        Sort::Int => Ok(Value::Int(read_int(encoder, value)?)),
        Sort::Array { index, elem } => read_array(encoder, found, value, index, elem),
    }
}

fn read_words(encoder: &Encoder, value: Ast, w: u32) -> Result<Words, Why> {
    Ok(wide::from_int(w, &read_int(encoder, value)?))
}

fn read_int(encoder: &Encoder, value: Ast) -> Result<BigInt, Why> {
    let digits = encoder.raw.as_digits(value).ok_or_else(not_a_value)?;
    digits.parse().map_err(|_| Why::Failed(format!("Z3 wrote the number `{digits}`")))
}

fn read_array(encoder: &mut Encoder, found: &RawModel, value: Ast, index: u32, elem: u32) -> Result<Value, Why> {
    // Outer stores win, so they are collected first and put in last.
    let mut stores = Vec::new();
    let mut rest = value;
    let mut array = loop {
        match encoder.raw.array_shape(found, rest)? {
            ArrayShape::Store(inner, at, element) => {
                stores.push((at, element));
                rest = inner;
            }
            ArrayShape::Constant(element) => break ArrayValue::new(index, elem, read_words(encoder, element, elem)?),
            ArrayShape::Function(entries, default) => {
                stores.extend(entries);
                break ArrayValue::new(index, elem, read_words(encoder, default, elem)?);
            }
        }
    };
    for (at, element) in stores.into_iter().rev() {
        array.set(read_words(encoder, at, index)?, read_words(encoder, element, elem)?);
    }
    Ok(Value::Array(Rc::new(array)))
}

fn not_a_value() -> Why {
    Why::Failed("Z3's model has no plain value for a variable".into())
}
