// So long may work keep the event loop before requests and timers have their turn.
const MOST_MS = 10;

let turnedMs = 0;
let turn: Promise<void> | undefined;

/**
 * For work in many small parts, or of many at once, that would go on from promise to promise: returns once the event
 * loop has turned, if it has been kept for 10 ms. Of those that wait only so many go on in each turn.
 */
export async function giveWay(): Promise<void> {
  while (performance.now() - turnedMs > MOST_MS) {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        turnedMs = performance.now();
        resolve();
      });
    });
    await turn;
  }
}
