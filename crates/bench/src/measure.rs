//! A small measuring loop: contenders take turns, so that a busy machine slows all of them alike.

use std::hint::black_box;
use std::time::Instant;

/// How often each contender walks the list. Odd, so that there is a middle one.
const REPETITIONS: usize = 501;

/// Something that does its work once for every item of a list.
pub(crate) struct Contender<'a> {
    name: &'static str,
    items: usize,
    pass: Box<dyn Fn() + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender that works through the items one by one in the order of the list.
    pub(crate) fn new<T, R>(name: &'static str, items: &'a [T], work: impl Fn(&T) -> R + 'a) -> Self {
        let pass = move || {
            for item in black_box(items) {
                black_box(work(item));
            }
        };
        Self { name, items: items.len(), pass: Box::new(pass) }
    }

    fn nanoseconds_each(&self) -> f64 {
        let start = Instant::now();
        (self.pass)();
        start.elapsed().as_secs_f64() * 1e9 / self.items as f64
    }
}

/// Lets the contenders take turns and prints, for each, its time and how many times the first one's that is.
pub(crate) fn compare(title: &str, contenders: &[Contender<'_>]) {
    let mut times = vec![Vec::with_capacity(REPETITIONS); contenders.len()];
    for _ in 0..REPETITIONS {
        for (contender, times) in contenders.iter().zip(&mut times) {
            times.push(contender.nanoseconds_each());
        }
    }
    println!("{title:<64}{:>10}{:>12}", "ns each", "times ours");
    for (contender, own) in contenders.iter().zip(&times) {
        let ratios = own.iter().zip(&times[0]).map(|(own, first)| own / first).collect();
        println!("  {:<62}{:>10.2}{:>12.2}", contender.name, median(own.clone()), median(ratios));
    }
}

/// The middle value; ratios are taken turn by turn first, so that noise that lasts several turns cancels.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
