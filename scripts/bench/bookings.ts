/** The bookings of the load: mostly new guests, some returning ones, many hotels. */

const hotels = 5000;
/** One in this many bookings is by an earlier guest, who books ten times, and is then denied. */
const returningEvery = 5;

/** Portuguese mobile numbers: these, and seven more digits. */
const mobilePrefixes = [91, 92, 93, 96] as const;
const mobileNumbers = mobilePrefixes.length * 10_000_000;
const bot = 12_345_678;
export const botReference = `user-bot-${bot}`;

/** What is unusual about the bookings. */
export interface BookingMix {
  /** One in this many is for one hotel. */
  busyHotelEvery?: number;
  /** All guests but the bot are new: few of them are denied. */
  hasNewOnly?: boolean;
  /** One in this many is by one bot, in each run the same. */
  botEvery?: number;
  /** Each has an amount, a payment and the attributes that `benchAttributes` declares. */
  hasAllMembers?: boolean;
}

/** The attributes of bookings with all members, and their types. */
export const benchAttributes = {
  channel: "category",
  room_type: "category",
  loyalty_years: "number",
  deposit: "number",
  corporate_rate: "flag",
} as const;

/**
 * A function that returns the JSON body of the next booking, in ASCII; ids differ between runs. It is
 * put together from text, because the generator shares the processors with what it measures.
 */
export function bookingBodies(mix: BookingMix = {}): () => string {
  const { busyHotelEvery, botEvery, hasNewOnly, hasAllMembers } = mix;
  let next = 0;
  const run = Date.now().toString(36);
  // Each run's guests have phones of their own, too: else every guest of a later run is a returning one.
  const firstPhone = Math.floor(Math.random() * mobileNumbers);
  const guests = '"guests":[{"firstName":"Ada","lastName":"Lovelace"}]';
  const billing = '"billing":{"addressLine":"Rua Augusta 1, Lisboa","country":"PT"}';
  const place = '"address":"Avenida da Liberdade 185, Lisboa","country":"PT"';
  const group = '"groupSize":{"adultCount":2,"childCount":1}';
  const stay = `"booking":{"checkIn":"${day(30)}","checkOut":"${day(33)}",${group}`;
  return () => {
    const n = next++;
    const isBot = botEvery !== undefined && n % botEvery === 0;
    const returns = !hasNewOnly && n % returningEvery === 0;
    const guest = isBot ? bot : returns ? Math.floor(n / 50) : n;
    const from = isBot ? "bot" : run;
    const isBusy = busyHotelEvery !== undefined && n % busyHotelEvery === 0;
    const hotel = isBusy ? 0 : (n * 7919) % hotels;
    return (
      `{"collectionId":"col_${run}${String(n).padStart(12, "0")}",` +
      `"booker":{"referenceId":"user-${from}-${guest}",` +
      `"firstName":"Ada","lastName":"Lovelace ${guest % 10_000}",` +
      `"email":"ada.lovelace.${from}.${guest}@example.com",` +
      `"phone":"${phone(isBot ? bot : firstPhone + guest)}"},` +
      `${guests},${billing},` +
      `"hotel":{"referenceId":"hotel-${hotel}","giataId":"${hotel}","name":"Hotel ${hotel}",${place}},` +
      `${stay}${hasAllMembers ? optionalMembers(`${from}-${guest}`, n) : "}"},` +
      `"requestId":"bench-${run}-${n}"}`
    );
  };
}

/** The end of `booking`, and the members after it. @param card of the guest. */
function optionalMembers(card: string, n: number): string {
  const checks = '"avs":"addressMatch","cvc":"match","threeDSecure":"authenticated"';
  return (
    `,"totalAmount":{"value":${10_000 + (n % 90_000)},"currency":"EUR"}},` +
    `"payment":{"method":"card","instrumentId":"fp_${card}","bin":"45717360",` +
    `"billingCountryMatch":true,${checks},"previousDeclines":${n % 3}},` +
    `"attributes":{"channel":"metasearch","room_type":"room ${n % 20}","loyalty_years":${n % 30},` +
    `"deposit":${n % 500},"corporate_rate":${n % 7 === 0}}`
  );
}

/** One of `mobileNumbers`. */
function phone(n: number): string {
  const prefix = mobilePrefixes[n % mobilePrefixes.length];
  const rest = Math.floor(n / mobilePrefixes.length) % (mobileNumbers / mobilePrefixes.length);
  return `+351${prefix}${String(rest).padStart(7, "0")}`;
}

function day(fromToday: number): string {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
}
