//! Parses tokens into a tree, by the precedence of CEL.

use std::ops::Range;

use super::token::{Token, TokenKind, tokens};
use super::{ExpressionError, MAX_DEPTH, MAX_PARTS};
use crate::number::Number;

/// A part of an expression whose names and types are not known yet.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) at: Range<usize>,
    pub(super) node: SyntaxNode,
}

#[derive(Debug)]
pub(super) enum SyntaxNode {
    Text(String),
    Number(Number),
    Name(String),
    List(Vec<Syntax>),
    Unary(&'static str, Box<Syntax>),
    Binary(&'static str, Box<[Syntax; 2]>),
    Choose(Box<[Syntax; 3]>),
    Call {
        on: Option<Box<Syntax>>,
        name: String,
        arguments: Vec<Syntax>,
    },
    /// `answers["id"]` or `answers.id`.
    Member(Box<Syntax>, Box<Syntax>),
}

/// The binary operators, from the loosest to the tightest.
const LEVELS: [&[&str]; 5] =
    [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">", "in"], &["+", "-"], &["*", "/", "%"]];

/// Parses a source.
pub(super) fn parse(source: &str) -> Result<Syntax, ExpressionError> {
    let tokens = tokens(source)?;
    let mut parser = Parser { tokens: &tokens, next: 0, parts: 0, depth: 0 };
    let tree = parser.expression()?;
    match parser.peek() {
        Token { kind: TokenKind::End, .. } => Ok(tree),
        token => Err(unexpected(token, "an operator or the end")),
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    next: usize,
    parts: usize,
    depth: usize,
}

const END: &Token = &Token { at: 0..0, kind: TokenKind::End };

impl<'t> Parser<'t> {
    fn peek(&self) -> &'t Token {
        self.tokens.get(self.next).or(self.tokens.last()).unwrap_or(END)
    }

    fn advance(&mut self) -> &'t Token {
        let token = self.peek();
        self.next += 1;
        token
    }

    /// Takes the next token if it is one of these symbols or words.
    fn take(&mut self, symbols: &[&'static str]) -> Option<&'static str> {
        let found = match &self.peek().kind {
            TokenKind::Symbol(symbol) => symbols.iter().find(|known| *known == symbol),
            TokenKind::Name(name) => symbols.iter().find(|known| *known == name),
            _ => None,
        };
        if found.is_some() {
            self.next += 1;
        }
        found.copied()
    }

    fn demand(&mut self, symbol: &'static str) -> Result<usize, ExpressionError> {
        let token = self.peek();
        match self.take(&[symbol]) {
            Some(_) => Ok(token.at.end),
            None => Err(unexpected(token, &format!("`{symbol}`"))),
        }
    }

    /// Counts a part of the tree.
    fn part(&mut self, at: Range<usize>, node: SyntaxNode) -> Result<Syntax, ExpressionError> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            let error = ExpressionError::new(at, "the expression is too large");
            return Err(error.expected(format!("at most {MAX_PARTS} parts")));
        }
        Ok(Syntax { at, node })
    }

    fn expression(&mut self) -> Result<Syntax, ExpressionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let error = ExpressionError::new(self.peek().at.clone(), "the expression is nested too deeply");
            return Err(error.expected(format!("at most {MAX_DEPTH} levels")));
        }
        let condition = self.binary(0)?;
        let tree = if self.take(&["?"]).is_some() {
            let then = self.binary(0)?;
            self.demand(":")?;
            let otherwise = self.expression()?;
            let at = condition.at.start..otherwise.at.end;
            self.part(at, SyntaxNode::Choose(Box::new([condition, then, otherwise])))?
        } else {
            condition
        };
        self.depth -= 1;
        Ok(tree)
    }

    fn binary(&mut self, level: usize) -> Result<Syntax, ExpressionError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.take(operators) {
            let right = self.binary(level + 1)?;
            let at = left.at.start..right.at.end;
            left = self.part(at, SyntaxNode::Binary(operator, Box::new([left, right])))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Syntax, ExpressionError> {
        let mut operators = Vec::new();
        loop {
            let start = self.peek().at.start;
            let Some(operator) = self.take(&["!", "-"]) else { break };
            operators.push((operator, start));
            // Each is counted when its operand is known; until then a row of them must end somewhere, too.
            if operators.len() > MAX_DEPTH {
                return Err(ExpressionError::new(start..start + 1, "too many signs in a row"));
            }
        }
        let mut tree = self.member()?;
        for (operator, start) in operators.into_iter().rev() {
            tree = self.part(start..tree.at.end, SyntaxNode::Unary(operator, Box::new(tree)))?;
        }
        Ok(tree)
    }

    fn member(&mut self) -> Result<Syntax, ExpressionError> {
        let mut tree = self.primary()?;
        loop {
            let start = tree.at.start;
            if self.take(&["."]).is_some() {
                let token = self.advance();
                let TokenKind::Name(name) = &token.kind else {
                    return Err(unexpected(token, "a name"));
                };
                tree = if self.take(&["("]).is_some() {
                    let (arguments, end) = self.items(")")?;
                    let node = SyntaxNode::Call { on: Some(Box::new(tree)), name: name.clone(), arguments };
                    self.part(start..end, node)?
                } else {
                    let key = self.part(token.at.clone(), SyntaxNode::Text(name.clone()))?;
                    self.part(start..token.at.end, SyntaxNode::Member(Box::new(tree), Box::new(key)))?
                };
            } else if self.take(&["["]).is_some() {
                let key = self.expression()?;
                let end = self.demand("]")?;
                tree = self.part(start..end, SyntaxNode::Member(Box::new(tree), Box::new(key)))?;
            } else {
                return Ok(tree);
            }
        }
    }

    fn primary(&mut self) -> Result<Syntax, ExpressionError> {
        let token = self.advance();
        let start = token.at.start;
        match &token.kind {
            TokenKind::Text(text) => self.part(token.at.clone(), SyntaxNode::Text(text.clone())),
            TokenKind::Number(number) => self.part(token.at.clone(), SyntaxNode::Number(*number)),
            TokenKind::Name(name) if name == "in" => Err(unexpected(token, "a value")),
            TokenKind::Name(name) => {
                if self.take(&["("]).is_some() {
                    let (arguments, end) = self.items(")")?;
                    let node = SyntaxNode::Call { on: None, name: name.clone(), arguments };
                    return self.part(start..end, node);
                }
                self.part(token.at.clone(), SyntaxNode::Name(name.clone()))
            }
            TokenKind::Symbol("(") => {
                let mut tree = self.expression()?;
                tree.at = start..self.demand(")")?;
                Ok(tree)
            }
            TokenKind::Symbol("[") => {
                let (items, end) = self.items("]")?;
                self.part(start..end, SyntaxNode::List(items))
            }
            TokenKind::Symbol(_) | TokenKind::End => Err(unexpected(token, "a value")),
        }
    }

    /// Returns what stands before a closing bracket, and where that ends.
    fn items(&mut self, close: &'static str) -> Result<(Vec<Syntax>, usize), ExpressionError> {
        let mut items = Vec::new();
        loop {
            let end = self.peek().at.end;
            if self.take(&[close]).is_some() {
                return Ok((items, end));
            }
            items.push(self.expression()?);
            if self.take(&[","]).is_none() {
                let end = self.demand(close)?;
                return Ok((items, end));
            }
        }
    }
}

fn unexpected(token: &Token, expected: &str) -> ExpressionError {
    let message = match &token.kind {
        TokenKind::End => "the expression ends too early".to_owned(),
        TokenKind::Symbol(symbol) => format!("unexpected `{symbol}`"),
        TokenKind::Name(name) => format!("unexpected `{}`", crate::text::excerpt(name, 40)),
        TokenKind::Text(_) => "unexpected text".to_owned(),
        TokenKind::Number(number) => format!("unexpected `{number}`"),
    };
    ExpressionError::new(token.at.clone(), message).expected(expected)
}
