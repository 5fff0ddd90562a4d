//! A dealer, with the floorpersons and the cashier who step in where only they may: drives a table by nothing but what `legal` offers.

mod choice;
mod manners;
mod opening;
mod rack;
mod watch;

pub(crate) use choice::{Scene, choose};
pub use manners::Manners;
pub use rack::rack_chips;

use crate::client::{Client, ClientError};
use crate::dice::Dice;
use crate::socket::SocketError;
use crate::stacked::StackedDeck;
use crate::tally::Tally;
use game_core::command::Action;
use game_core::game::Seat;
use game_core::legal::Offered;
use game_core::round::Phase;
use game_core::view::Felt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use watch::Watch;
use wire::id::TableId;
use wire::rest::commands::LegalAnswer;

/// Refusals in a row after which the dealer gives up: one may be a race, many are not.
const REFUSALS_MAX: u32 = 20;

/// Why a dealer stops working.
#[derive(Debug, thiserror::Error)]
pub enum DealerError {
    /// The server refused a request that is not a command, or was away for long.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The table cannot be seen.
    #[error(transparent)]
    Socket(#[from] SocketError),
    /// Nothing leads on.
    #[error("table {table} is stuck: {what}")]
    Stuck {
        /// Which.
        table: TableId,
        /// Where.
        what: String,
    },
}

/// The staff of a table.
#[derive(Debug)]
pub struct Crew {
    /// The dealer's key.
    pub dealer: Client,
    /// Floorpersons' keys; two where two people must agree.
    pub floorpersons: Vec<Client>,
    /// A cashier's key, where the cage brings chips.
    pub cashier: Option<Client>,
}

/// A dealer at a table.
#[derive(Debug)]
pub struct Dealer {
    table: TableId,
    crew: Crew,
    watch: Watch,
    manners: Manners,
    dice: Dice,
    /// Every round's order follows from this.
    decks: Dice,
    refusals: u32,
    moment: Moment,
    tally: Arc<Tally>,
}

/// Where the table stands, and since when.
#[derive(Clone, Copy, Debug)]
struct Moment {
    at: Standstill,
    since: Instant,
    round: Option<u64>,
    /// The last entry, and when it came.
    seq: u64,
    quiet_since: Instant,
}

/// What the dealer may have to wait for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Standstill {
    Between,
    Bank(Option<Seat>),
    Betting(u64),
    Deciding(u8, Seat),
    Other,
}

impl Dealer {
    /// A dealer comes to a table; all that is random follows from the dice.
    ///
    /// # Errors
    /// When the table cannot be seen.
    pub async fn new(
        table: TableId,
        crew: Crew,
        manners: Manners,
        dice: Dice,
        tally: Arc<Tally>,
    ) -> Result<Self, DealerError> {
        let watch = Watch::new(crew.dealer.clone(), table, Arc::clone(&tally)).await?;
        let now = Instant::now();
        let moment = Moment { at: Standstill::Other, since: now, round: None, seq: 0, quiet_since: now };
        let decks = dice.of(0);
        Ok(Self { table, crew, watch, manners, dice, decks, refusals: 0, moment, tally })
    }

    /// Does everything up to the first round: when this returns, a round may be opened.
    ///
    /// # Errors
    /// When the server is away for long, or nothing leads on.
    pub async fn make_ready(&mut self) -> Result<(), DealerError> {
        loop {
            let legal = self.crew.dealer.legal(self.table).await?;
            if legal.offers.iter().any(|offer| offer.action == Offered::OpenRound) {
                return Ok(());
            }
            self.step().await?;
        }
    }

    /// Deals until so many rounds are over.
    ///
    /// # Errors
    /// When the server is away for long, or nothing leads on.
    pub async fn rounds(&mut self, count: u64) -> Result<(), DealerError> {
        let mut left = count;
        while left > 0 {
            left -= u64::from(self.step().await?);
        }
        Ok(())
    }

    /// Does the next thing, or waits for it; says whether a round has ended.
    ///
    /// # Errors
    /// When the server is away for long, or nothing leads on.
    pub async fn step(&mut self) -> Result<bool, DealerError> {
        let legal = self.crew.dealer.legal(self.table).await?;
        let felt = self.watch.felt(legal.seq).await?;
        let ended = self.look(&felt, legal.seq);
        let cards_out = self.cards_out(&felt).await;
        if let Some(action) = self.chosen(&legal, &felt, cards_out) {
            self.act(&self.crew.dealer.clone(), action).await?;
            return Ok(ended);
        }
        // The cage sends what was asked for before anybody asks for more.
        let others: Vec<Client> = self.crew.cashier.iter().chain(&self.crew.floorpersons).cloned().collect();
        for other in others {
            let offers = other.legal(self.table).await?;
            if let Some(action) = self.chosen(&offers, &felt, cards_out) {
                self.act(&other, action).await?;
                return Ok(ended);
            }
        }
        self.wait(legal.seq, &felt).await?;
        Ok(ended)
    }

    fn chosen(&mut self, legal: &LegalAnswer, felt: &Felt, cards_out: u8) -> Option<Action> {
        let deck = StackedDeck::new(&self.decks, felt.round.as_ref().map_or(0, |round| round.number));
        let mut scene = Scene {
            felt,
            waited: self.moment.since.elapsed(),
            quiet: self.moment.quiet_since.elapsed(),
            deck: &deck,
            cards_out,
            dice: &mut self.dice,
            manners: &self.manners,
        };
        choose(&legal.offers, &mut scene)
    }

    /// The cards that have left the deck, where the dealer is about to count.
    async fn cards_out(&mut self, felt: &Felt) -> u8 {
        match felt.round.as_ref().map(|round| round.phase) {
            Some(Phase::CountingStub) => self.watch.cards_out().await,
            _ => 0,
        }
    }

    /// Sees where the table stands; says whether a round has ended since the last look.
    fn look(&mut self, felt: &Felt, seq: u64) -> bool {
        let (at, now) = (standstill(felt), Instant::now());
        if at != self.moment.at {
            self.moment = Moment { at, since: now, ..self.moment };
        }
        if seq != self.moment.seq {
            self.moment = Moment { seq, quiet_since: now, ..self.moment };
        }
        let round = felt.round.as_ref().map(|round| round.number);
        let before = std::mem::replace(&mut self.moment.round, round);
        let ended = before.is_some() && before != round;
        if ended {
            self.tally.rounds.add();
        }
        ended
    }

    async fn act(&mut self, by: &Client, action: Action) -> Result<(), DealerError> {
        if !self.manners.step.is_zero() {
            tokio::time::sleep(self.manners.step).await;
        }
        let done = match action {
            Action::Approve => by.approve(self.table).await.map(drop),
            action => by.command(self.table, action).await.map(drop),
        };
        match done {
            Ok(()) => {
                self.tally.accepted.add();
                self.refusals = 0;
                Ok(())
            }
            Err(ClientError::Problem(problem)) if self.refusals < REFUSALS_MAX => {
                tracing::debug!(table = %self.table, ?action, code = %problem.code, "refused");
                self.tally.refused.add();
                self.refusals += 1;
                Ok(())
            }
            Err(ClientError::Problem(problem)) => {
                let what = format!("{action:?} is offered and refused: {:?}", problem.code);
                Err(DealerError::Stuck { table: self.table, what })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Waits for a player, a device or the end of patience.
    async fn wait(&mut self, seq: u64, felt: &Felt) -> Result<(), DealerError> {
        let waited = self.moment.since.elapsed();
        let somebody = felt.seats.iter().any(|seat| seat.taken);
        if somebody && self.moment.quiet_since.elapsed() > self.manners.stuck_after {
            let what = format!("{:?}, {:?}", felt.table, felt.round.as_ref().map(|round| round.phase));
            return Err(DealerError::Stuck { table: self.table, what });
        }
        let Manners { betting_min, lull, betting_max, decision_max, machine_max, stuck_after, .. } = self.manners;
        let ends = [betting_min, betting_max, decision_max, stuck_after].map(|end| end.checked_sub(waited));
        let quiet = [machine_max, lull].map(|end| end.checked_sub(self.moment.quiet_since.elapsed()));
        let next = ends.into_iter().chain(quiet).flatten().filter(|left| !left.is_zero()).min();
        let within = next.unwrap_or(stuck_after) + Duration::from_millis(1);
        Ok(self.watch.change(seq, within).await?)
    }
}

fn standstill(felt: &Felt) -> Standstill {
    let Some(round) = &felt.round else { return Standstill::Between };
    match round.phase {
        Phase::BankOffer { to } => Standstill::Bank(to.get(0)),
        Phase::Betting => Standstill::Betting(round.number),
        Phase::Deciding { stage, seat, .. } => Standstill::Deciding(stage, seat),
        _ => Standstill::Other,
    }
}
