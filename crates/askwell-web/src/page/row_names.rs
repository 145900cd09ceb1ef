//! The names of inputs in the rows of a repeating group: `lines.2.sku`. Ids have no dots, so that no name is that of a
//! field.

use askwell_form::{Field, Form, Problem, RowsKind};

/// The suffix of a group's id: the hidden input with the number of its rows.
pub(crate) const ROWS: &str = ":rows";

/// Returns what the names of all inputs of a row begin with.
pub(crate) fn prefix(group: &str, row: usize) -> String {
    format!("{group}.{row}.")
}

/// Returns the element id of a row.
pub(crate) fn row_id(group: &str, row: usize) -> String {
    format!("r-{group}.{row}")
}

/// A field by the name of its input.
#[derive(Clone, Copy)]
pub(crate) struct NamedField<'f> {
    /// The field; of a row, the field in the row.
    pub(crate) field: &'f Field,
    /// The place of the field in its form.
    pub(crate) place: usize,
    /// The place of the repeating group and the number of the row, if it is the field of a row.
    pub(crate) row: Option<(usize, usize)>,
}

/// Finds the field of an input.
pub(crate) fn find<'f>(form: &'f Form, name: &str) -> Option<NamedField<'f>> {
    let place_of = |form: &'f Form, id: &str| {
        let mut fields = form.fields().iter().enumerate();
        fields.find(|(_, field)| field.id() == id)
    };
    let Some((group, rest)) = name.split_once('.') else {
        return place_of(form, name).map(|(place, field)| NamedField { field, place, row: None });
    };
    let (row, id) = rest.split_once('.')?;
    let (group, rows) = group_named(form, group)?;
    let (place, field) = place_of(&rows.form, id)?;
    Some(NamedField { field, place, row: Some((group, row.parse().ok()?)) })
}

/// Finds a repeating group by its id.
pub(crate) fn group_named<'f>(form: &'f Form, id: &str) -> Option<(usize, &'f RowsKind)> {
    let mut fields = form.fields().iter().enumerate();
    fields.find(|(_, field)| field.id() == id).and_then(|(place, field)| Some((place, field.rows()?)))
}

/// Returns the element that a problem is about: an input, a row, or the group.
pub(crate) fn element_of(form: &Form, problem: &Problem) -> String {
    let Some(place) = &problem.row else { return super::render::element_id(&problem.field) };
    let rows = form.field(&problem.field).and_then(Field::rows);
    if rows.is_some_and(|rows| rows.form.field(&place.field).is_some()) {
        return super::render::element_id(&format!("{}{}", prefix(&problem.field, place.row), place.field));
    }
    row_id(&problem.field, place.row)
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;

    use super::find;

    #[test]
    fn input_of_a_row_is_found_by_its_name() {
        let form = Form::parse(
            r#"{"id": "o", "title": "O", "fields": [
                {"id": "to", "type": "text", "label": "To"},
                {"id": "sku", "type": "text", "label": "S"}, {"id": "count", "type": "number", "label": "C"}],
                "groups": [{"id": "lines", "title": "Lines", "repeat": {}, "fields": ["sku", "count"]}]}"#,
        )
        .unwrap();
        let found = |name: &str| find(&form, name).map(|found| (found.field.id(), found.place, found.row));
        assert_eq!(found("to"), Some(("to", 0, None)));
        assert_eq!(found("lines.12.count"), Some(("count", 1, Some((1, 12)))));
        for name in
            ["count", "lines.count", "lines.x.count", "to.0.count", "lines.0.to", "lines.0.count.0", ""]
        {
            assert_eq!(found(name), None, "{name}");
        }
    }
}
