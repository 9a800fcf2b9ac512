/** Bookings one after another, which tell what other connections do to them. */
import { bookingBodies } from "../bench/bookings.ts";

const count = 200;

/** How many of 200 bookings were scored, and of the first 20, and how long all of them took, ms. */
export async function bookingsBeside(url: URL, key: string) {
  const nextBody = bookingBodies();
  const headers = { "Content-Type": "application/json", "X-Service-Key": key };
  const times: number[] = [];
  let scored = 0;
  let ofFirst20 = 0;
  for (let i = 0; i < count; i++) {
    const begin = performance.now();
    const answer = await fetch(url, { method: "POST", headers, body: nextBody() });
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    if (answer.status !== 200) continue;
    scored += 1;
    if (i < 20) ofFirst20 += 1;
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => Number(times[Math.ceil(count * share) - 1]!.toFixed(2));
  return { scored, ofFirst20, p50: at(0.5), p99: at(0.99), max: at(1) };
}
