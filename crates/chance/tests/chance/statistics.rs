//! Pearson's chi-square in whole numbers, with a bound that chance passes and a bias does not.

/// The statistic of counts that should all be equal, rounded down.
pub(crate) fn chi_square(counts: &[u64]) -> u64 {
    let total: u64 = counts.iter().sum();
    let cells = counts.len() as u64;
    // With an expectation of total / cells, each square over it is (cells * count - total)^2 / (cells * total).
    let squares: u128 = counts.iter().map(|count| u128::from((cells * count).abs_diff(total)).pow(2)).sum();
    u64::try_from(squares / u128::from(cells * total)).unwrap()
}

/// What a chi-square of this freedom exceeds less than once in a million million times: by Laurent and Massart the
/// chance to exceed `k + 2 sqrt(k t) + 2 t` is at most `exp(-t)`, here with t = 30.
pub(crate) const fn bound(freedom: u64) -> u64 {
    freedom + 2 * (30 * freedom).isqrt() + 60
}
