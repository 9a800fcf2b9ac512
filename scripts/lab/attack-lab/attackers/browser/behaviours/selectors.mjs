/** Selectors on the hotel's pages. */
export const textFields = ["firstName", "lastName", "email", "phone", "addressLine"];
export const bookButton = "form.details .button";
export const searchButton = "form.search .button";
/** The button of the n-th room, counted from 1. */
export const roomButton = (index) => `.room:nth-of-type(${index}) .button`;
