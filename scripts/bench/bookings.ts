/** The bookings of the load: mostly new guests, some returning ones, many hotels. */

const hotels = 5000;
/** One in this many bookings is by an earlier guest. */
const returningEvery = 5;

/**
 * A function that returns the JSON body of the next booking, in ASCII; ids differ between runs. It is
 * put together from text, because the generator shares the processors with what it measures.
 */
export function bookingBodies(): () => string {
  let next = 0;
  const run = Date.now().toString(36);
  const guests = '"guests":[{"firstName":"Ada","lastName":"Lovelace"}]';
  const billing = '"billing":{"addressLine":"Rua Augusta 1, Lisboa","country":"PT"}';
  const place = '"address":"Avenida da Liberdade 185, Lisboa","country":"PT"';
  const group = '"groupSize":{"adultCount":2,"childCount":1}';
  const stay = `"booking":{"checkIn":"${day(30)}","checkOut":"${day(33)}",${group}}`;
  return () => {
    const n = next++;
    const guest = n % returningEvery === 0 ? Math.floor(n / 50) : n;
    const hotel = (n * 7919) % hotels;
    return (
      `{"collectionId":"col_${run}${String(n).padStart(12, "0")}",` +
      `"booker":{"referenceId":"user-${run}-${guest}",` +
      `"firstName":"Ada","lastName":"Lovelace ${guest % 10_000}",` +
      `"email":"ada.lovelace.${run}.${guest}@example.com",` +
      `"phone":"+3519${String(guest % 100_000_000).padStart(8, "0")}"},` +
      `${guests},${billing},` +
      `"hotel":{"referenceId":"hotel-${hotel}","giataId":"${hotel}","name":"Hotel ${hotel}",${place}},` +
      `${stay},"requestId":"bench-${run}-${n}"}`
    );
  };
}

function day(fromToday: number): string {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
}
