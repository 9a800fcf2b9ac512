/** The counts of earlier attempts, and how they enter the model's vector, for the peer in Node. */

/** All kinds of identity, as the columns of the table of attempts. */
export function identitiesOf(request, collection, freeMailDomains) {
  const { booker, hotel, collectionId } = request;
  const email = booker.email.toLowerCase();
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return {
    email,
    phone: booker.phone,
    booker: booker.referenceId ?? null,
    name: plain(`${booker.firstName} ${booker.lastName}`),
    device: collection?.device ?? null,
    ip: collection?.ip ?? null,
    network: collection?.network ?? null,
    domain: freeMailDomains.has(domain) ? null : domain,
    hotel: hotel.giataId ?? hotel.referenceId ?? `${hotel.country} ${plain(hotel.name)}`,
    collection: collectionId ?? null,
    city: cityOf(hotel),
  };
}

function plain(name) {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

function cityOf({ address }) {
  const comma = address?.lastIndexOf(",") ?? -1;
  return comma < 0
    ? null
    : address
        .slice(comma + 1)
        .trim()
        .toLowerCase();
}

/**
 * How many of the rows, which begin with their time and come newest first, lie in each window, and
 * how many different identities they have, this attempt's included.
 */
export function countRows(kind, rows, own, at, windowsMs) {
  const attempts = windowsMs.map((windowMs) => rowsSince(rows, at - windowMs));
  const distinct = kind.distinct.map(({ of, column, windowMs }) => {
    if (own[of] === null) return null;
    if (rows.length === 0) return 1;
    const seen = new Set([own[of]]);
    const end = rowsSince(rows, at - windowMs);
    for (let i = 0; i < end; i++) if (rows[i][column] !== null) seen.add(rows[i][column]);
    return seen.size;
  });
  return { attempts, distinct };
}

function rowsSince(rows, since) {
  let end = rows.length;
  while (end > 0 && rows[end - 1][0] < since) end -= 1;
  return end;
}

/** Writes the counts of one kind into a row of the model's input. */
export function putCounts(vector, start, kind, { attempts, distinct }) {
  for (let i = 0; i < attempts.length; i++) {
    if (kind.attempts[i] >= 0) vector[start + kind.attempts[i]] = attempts[i];
  }
  if (kind.attemptsBefore24h >= 0) {
    vector[start + kind.attemptsBefore24h] = attempts[4] - attempts[2];
  }
  for (let i = 0; i < distinct.length; i++) {
    const { feature } = kind.distinct[i];
    if (feature >= 0 && distinct[i] !== null) vector[start + feature] = distinct[i];
  }
}

/** Features that follow from the request alone, by the name that the model gives them. */
export function requestFeatures(request, collection, at, freeMailDomains) {
  const { booker, billing, booking, collectionId, guests, hotel } = request;
  const { adultCount = 0, childCount = 0, infantCount = 0 } = booking.groupSize ?? {};
  const people = adultCount + childCount + infantCount;
  const named = guests?.filter(({ firstName, lastName }) => firstName || lastName).length;
  const [local, domain] = booker.email.toLowerCase().split("@");
  const today = Math.floor(at / dayMs);
  return {
    booker_is_referenced: booker.referenceId ? 1 : 0,
    email_is_tagged: local.includes("+") ? 1 : 0,
    email_is_free_mail: freeMailDomains.has(domain) ? 1 : 0,
    group_size_people: people || guests?.length || Number.NaN,
    children_share: people ? (childCount + infantCount) / people : Number.NaN,
    children_are_alone: people ? Number(adultCount === 0) : Number.NaN,
    named_guests_people: named ?? Number.NaN,
    named_guests_over_group_ratio: people && named !== undefined ? named / people : Number.NaN,
    lead_time_days: dayOf(booking.checkIn) - today,
    nights: dayOf(booking.checkOut) - dayOf(booking.checkIn),
    billing_address_is_sent: billing?.addressLine ? 1 : 0,
    billing_in_hotel_country: billing?.country
      ? Number(billing.country.toUpperCase() === hotel.country.toUpperCase())
      : Number.NaN,
    collection_is_sent: collectionId ? 1 : 0,
    collection_is_known: collection ? 1 : 0,
  };
}

const dayMs = 86_400_000;
const dayOf = (day) => Date.parse(day) / dayMs;
