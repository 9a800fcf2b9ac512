/** Honest kinds of which one device or address makes many bookings: a few of them decide what a sample shows. */
export const crowds: readonly string[] = ["agency", "agent", "busy-address", "kiosk"];
