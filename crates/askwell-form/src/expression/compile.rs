//! Gives names and types to the parts of an expression.

use std::ops::Range;

use super::syntax::{Syntax, SyntaxNode};
use super::{Arithmetic, Assumed, Constant, Expression, ExpressionError, FieldScope, Part, Relation};
use crate::defect::DefectCode;
use crate::kind::Kind;
use crate::nearest::nearest;
use crate::text::excerpt;

/// The type of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Number,
    Text,
    Date,
    Duration,
    Texts,
    Numbers,
    Rows,
}

impl Type {
    fn phrase(self) -> &'static str {
        match self {
            Type::Bool => "true or false",
            Type::Number => "a number",
            Type::Text => "a text",
            Type::Date => "a date",
            Type::Duration => "a duration",
            Type::Texts => "a list of texts",
            Type::Numbers => "a list of numbers",
            Type::Rows => "a list of rows",
        }
    }
}

/// The name under which all answers can be reached, for ids that are no names.
pub(super) const ANSWERS: &str = "answers";

pub(super) fn compile(
    tree: &Syntax,
    scope: &FieldScope<'_>,
    wanted: Type,
) -> Result<Expression, ExpressionError> {
    let mut compiler = Compiler { scope, fields: Vec::new() };
    let root = compiler.part_of(tree, wanted)?;
    Ok(Expression { root, fields: compiler.fields })
}

pub(super) struct Compiler<'s> {
    scope: &'s FieldScope<'s>,
    fields: Vec<usize>,
}

pub(super) type Typed = (Part, Type);

impl Compiler<'_> {
    /// Compiles a part that must have this type.
    pub(super) fn part_of(&mut self, syntax: &Syntax, wanted: Type) -> Result<Part, ExpressionError> {
        let (part, found) = self.part(syntax)?;
        if found == wanted { Ok(part) } else { Err(mismatch(&syntax.at, found, wanted.phrase())) }
    }

    pub(super) fn part(&mut self, syntax: &Syntax) -> Result<Typed, ExpressionError> {
        match &syntax.node {
            SyntaxNode::Text(text) => Ok((Part::Constant(Constant::Text(text.clone())), Type::Text)),
            SyntaxNode::Number(number) => Ok((Part::Constant(Constant::Number(*number)), Type::Number)),
            SyntaxNode::Name(name) => match name.as_str() {
                "true" => Ok((Part::Constant(Constant::Bool(true)), Type::Bool)),
                "false" => Ok((Part::Constant(Constant::Bool(false)), Type::Bool)),
                "null" => {
                    let error = ExpressionError::new(syntax.at.clone(), "no answer is null");
                    Err(error.expected("`has(field)`, to ask whether there is an answer"))
                }
                name => self.field(name, &syntax.at),
            },
            SyntaxNode::Member(object, key) => {
                let name = answers_key(object, key)?;
                self.field(name, &key.at)
            }
            SyntaxNode::List(items) => list(items, &syntax.at),
            SyntaxNode::Unary("!", part) => {
                Ok((Part::Not(Box::new(self.part_of(part, Type::Bool)?)), Type::Bool))
            }
            SyntaxNode::Unary(_, inner) => match self.part(inner)? {
                (part, kind @ (Type::Number | Type::Duration)) => Ok((Part::Negate(Box::new(part)), kind)),
                (_, found) => Err(mismatch(&inner.at, found, "a number or a duration")),
            },
            SyntaxNode::Binary(operator, sides) => self.binary(operator, sides, &syntax.at),
            SyntaxNode::Choose(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.part_of(condition, Type::Bool)?;
                let (then, kind) = self.part(then)?;
                let otherwise = self.part_of(otherwise, kind)?;
                Ok((Part::Choose(Box::new([condition, then, otherwise])), kind))
            }
            SyntaxNode::Call { on, name, arguments } => self.call(on.as_deref(), name, arguments, &syntax.at),
        }
    }

    /// Returns the place of the field with this id.
    pub(super) fn resolve(&mut self, id: &str, at: &Range<usize>) -> Result<usize, ExpressionError> {
        let Some(field) = self.scope.iter().position(|(known, _)| *known == id) else {
            let message = format!("no field has the id `{}`", excerpt(id, 64));
            let meant = nearest(id, self.scope.iter().map(|(known, _)| *known));
            let mut error = ExpressionError::new(at.clone(), message).suggest(meant.map(spelled));
            error.code = DefectCode::UnknownReference;
            return Err(error);
        };
        if !self.fields.contains(&field) {
            self.fields.push(field);
        }
        Ok(field)
    }

    fn field(&mut self, id: &str, at: &Range<usize>) -> Result<Typed, ExpressionError> {
        let field = self.resolve(id, at)?;
        let (kind, assumed) = match self.kind(field) {
            None => {
                let mut error = ExpressionError::new(at.clone(), "a field that could not be read");
                error.is_noted = true;
                return Err(error);
            }
            Some(Kind::File(_)) => {
                let error =
                    ExpressionError::new(at.clone(), format!("`{id}` is a file, which has no value here"));
                return Err(error.expected(format!("has({})", spelled(id))));
            }
            Some(Kind::Text(_) | Kind::Url(_) | Kind::Select(_)) => (Type::Text, Assumed::Nothing),
            Some(Kind::Number(_)) => (Type::Number, Assumed::Nothing),
            Some(Kind::Boolean(_)) => (Type::Bool, Assumed::False),
            Some(Kind::Date(_)) => (Type::Date, Assumed::Nothing),
            Some(Kind::MultiSelect(_)) => (Type::Texts, Assumed::NoChoices),
            Some(Kind::Rows(_)) => (Type::Rows, Assumed::NoRows),
        };
        Ok((Part::Field(field, assumed), kind))
    }

    fn kind(&self, field: usize) -> Option<&Kind> {
        self.scope.get(field).and_then(|(_, kind)| *kind)
    }

    fn binary(
        &mut self,
        operator: &str,
        sides: &[Syntax; 2],
        at: &Range<usize>,
    ) -> Result<Typed, ExpressionError> {
        let [left, right] = sides;
        let relation = match operator {
            "&&" | "||" => {
                let left = Box::new(self.part_of(left, Type::Bool)?);
                let right = Box::new(self.part_of(right, Type::Bool)?);
                let part = if operator == "&&" { Part::And(left, right) } else { Part::Or(left, right) };
                return Ok((part, Type::Bool));
            }
            "in" => return self.membership(left, right),
            "+" => return self.arithmetic(Arithmetic::Add, sides),
            "-" => return self.arithmetic(Arithmetic::Subtract, sides),
            "*" => return self.arithmetic(Arithmetic::Multiply, sides),
            "==" => Relation::Equal,
            "!=" => Relation::Different,
            "<" => Relation::Below,
            "<=" => Relation::AtMost,
            ">" => Relation::Above,
            ">=" => Relation::AtLeast,
            _ => {
                let message = format!("`{operator}` is not part of the language: results would not be exact");
                return Err(ExpressionError::new(at.clone(), message).expected("a product instead"));
            }
        };
        let ((left_part, kind), (right_part, other)) = (self.part(left)?, self.part(right)?);
        if kind != other {
            return Err(mismatch(&right.at, other, kind.phrase()));
        }
        let is_order = !matches!(relation, Relation::Equal | Relation::Different);
        if matches!(kind, Type::Numbers | Type::Rows) || is_order && matches!(kind, Type::Bool | Type::Texts)
        {
            return Err(mismatch(&left.at, kind, "numbers, texts, dates or durations to compare"));
        }
        self.know_option(&left_part, right)?;
        self.know_option(&right_part, left)?;
        Ok((Part::Compare(relation, Box::new([left_part, right_part])), Type::Bool))
    }

    fn membership(&mut self, item: &Syntax, list: &Syntax) -> Result<Typed, ExpressionError> {
        let ((item_part, kind), (list_part, of)) = (self.part(item)?, self.part(list)?);
        let wanted = match of {
            Type::Texts => Type::Text,
            Type::Numbers => Type::Number,
            _ => return Err(mismatch(&list.at, of, "a list, or a field with several choices")),
        };
        if kind != wanted {
            return Err(mismatch(&item.at, kind, wanted.phrase()));
        }
        self.know_option(&list_part, item)?;
        if let SyntaxNode::List(items) = &list.node {
            items.iter().try_for_each(|constant| self.know_option(&item_part, constant))?;
        }
        Ok((Part::In(Box::new([item_part, list_part])), Type::Bool))
    }

    /// A constant beside a field with options must be one of them.
    fn know_option(&self, part: &Part, constant: &Syntax) -> Result<(), ExpressionError> {
        let Part::Field(field, _) = part else { return Ok(()) };
        let Some(options) = self.kind(*field).and_then(Kind::options) else { return Ok(()) };
        let constants = match &constant.node {
            SyntaxNode::Text(_) => std::slice::from_ref(constant),
            SyntaxNode::List(items) => items.as_slice(),
            _ => return Ok(()),
        };
        for constant in constants {
            if let SyntaxNode::Text(value) = &constant.node
                && !options.may_have(value)
            {
                let id = self.scope.get(*field).map_or("", |(id, _)| id);
                let message = format!("`{}` is not one of the options of `{id}`", excerpt(value, 40));
                let meant = nearest(value, options.iter().map(|choice| choice.value.as_str()));
                let error = ExpressionError::new(constant.at.clone(), message);
                return Err(error.suggest(meant.map(|meant| format!("\"{meant}\""))));
            }
        }
        Ok(())
    }

    fn arithmetic(&mut self, operation: Arithmetic, sides: &[Syntax; 2]) -> Result<Typed, ExpressionError> {
        let [left, right] = sides;
        let ((left_part, kind), (right_part, other)) = (self.part(left)?, self.part(right)?);
        let result = match (operation, kind) {
            // A date moves by a duration.
            (Arithmetic::Add | Arithmetic::Subtract, Type::Date) if other == Type::Duration => {
                return Ok((Part::Arithmetic(operation, Box::new([left_part, right_part])), Type::Date));
            }
            (_, Type::Number) => Type::Number,
            (Arithmetic::Add, Type::Text) => Type::Text,
            (Arithmetic::Subtract, Type::Date) => Type::Duration,
            (Arithmetic::Add | Arithmetic::Subtract, Type::Duration) => Type::Duration,
            (Arithmetic::Add, Type::Date) => return Err(mismatch(&right.at, other, Type::Duration.phrase())),
            (Arithmetic::Add, _) => {
                return Err(mismatch(&left.at, kind, "a number, a text, a date or a duration"));
            }
            (Arithmetic::Subtract, _) => {
                return Err(mismatch(&left.at, kind, "a number, a date or a duration"));
            }
            (Arithmetic::Multiply, _) => return Err(mismatch(&left.at, kind, "a number")),
        };
        if other != kind {
            return Err(mismatch(&right.at, other, kind.phrase()));
        }
        Ok((Part::Arithmetic(operation, Box::new([left_part, right_part])), result))
    }
}

/// Returns a field as an expression names it.
fn spelled(id: &str) -> String {
    let is_name = id.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && !id.contains('-')
        && !["true", "false", "null", "in", ANSWERS].contains(&id);
    if is_name { id.to_owned() } else { format!("{ANSWERS}[\"{id}\"]") }
}

/// Returns the id in `answers["id"]` or `answers.id`.
pub(super) fn answers_key<'k>(object: &Syntax, key: &'k Syntax) -> Result<&'k str, ExpressionError> {
    if !matches!(&object.node, SyntaxNode::Name(name) if name == ANSWERS) {
        let error = ExpressionError::new(object.at.clone(), "only `answers` has members");
        return Err(error.expected("`answers[\"id\"]`"));
    }
    match &key.node {
        SyntaxNode::Text(id) => Ok(id),
        _ => Err(ExpressionError::new(key.at.clone(), "not the id of a field")
            .expected("a text in quotation marks")),
    }
}

/// Compiles a list of constants of one type.
fn list(items: &[Syntax], at: &Range<usize>) -> Result<Typed, ExpressionError> {
    let mut texts = Vec::new();
    let mut numbers = Vec::new();
    for item in items {
        match &item.node {
            SyntaxNode::Text(text) if numbers.is_empty() => texts.push(text.clone()),
            SyntaxNode::Number(number) if texts.is_empty() => numbers.push(*number),
            SyntaxNode::Unary("-", inner)
                if texts.is_empty() && matches!(inner.node, SyntaxNode::Number(_)) =>
            {
                if let SyntaxNode::Number(number) = inner.node {
                    numbers.push(number.negated());
                }
            }
            _ => {
                let error = ExpressionError::new(item.at.clone(), "a list holds constants of one type");
                return Err(error.expected("texts or numbers"));
            }
        }
    }
    if items.is_empty() {
        return Err(ExpressionError::new(at.clone(), "an empty list").expected("at least one item"));
    }
    Ok(if numbers.is_empty() {
        (Part::Constant(Constant::Texts(texts)), Type::Texts)
    } else {
        (Part::Constant(Constant::Numbers(numbers)), Type::Numbers)
    })
}

pub(super) fn mismatch(at: &Range<usize>, found: Type, wanted: &str) -> ExpressionError {
    ExpressionError::new(at.clone(), format!("this is {}", found.phrase())).expected(wanted)
}
