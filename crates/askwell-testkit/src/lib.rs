//! Test your own elicitation code: forms, answers and mistakes to order.
