//! The names somebody may have meant: all of them, and the one nearest to what was written.

/// Names joined for a sentence.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// The hint at the known name nearest to a misspelt one, when one is near enough to be meant; the first of equally near.
#[must_use]
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let near_enough = 2.max(name.chars().count() / 3);
    let near = known.into_iter().map(|known| (distance(name, known), known)).min_by_key(|(steps, _)| *steps);
    near.filter(|(steps, _)| *steps <= near_enough)
        .map_or_else(String::new, |(_, near)| format!("; did you mean '{near}'?"))
}

/// How many letters must be added, dropped or changed to make one name of the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for column in 1..=to.len() {
            let change = diagonal + usize::from(letter != to[column - 1]);
            diagonal = row[column];
            row[column] = change.min(diagonal + 1).min(row[column - 1] + 1);
        }
    }
    row[to.len()]
}
