//! Counts allocations, to show that evaluating a hand makes none.

use crate::hands::Hands;
use game_core::hand::{LowAce, five, five_rank, six, three, two};
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

#[global_allocator]
static COUNTING: Counting = Counting;

/// The system's allocator with a counter in front.
struct Counting;

#[expect(
    unsafe_code,
    reason = "an allocator can only be written as an unsafe impl; this one passes every call on unchanged"
)]
// SAFETY: every call goes to the system's allocator with the caller's own arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above, hence from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Evaluates thousands of hands of every size and asserts that memory was never asked for.
pub(crate) fn none_per_evaluation() {
    let hands = Hands::<6>::random().ours;
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for hand in black_box(&hands) {
        let [a, b, c, d, e, _] = *hand;
        for ace in [LowAce::Counts, LowAce::HighOnly] {
            black_box((two([a, b], ace), three([a, b, c], ace), five([a, b, c, d, e], ace), six(*hand, ace)));
        }
        black_box(five_rank([a, b, c, d, e]));
    }
    let made = ALLOCATIONS.load(Ordering::Relaxed) - before;
    assert_eq!(made, 0, "an evaluator asked for memory");
    println!("allocations while evaluating {} hands of two to six cards: {made}", hands.len());
}
