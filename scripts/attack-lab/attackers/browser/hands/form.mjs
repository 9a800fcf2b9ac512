/** The hotel's form, as every attacker has read it. */
export const textFields = ["firstName", "lastName", "email", "phone", "addressLine"];
export const bookButton = "form.details .button";
export const searchButton = "form.search .button";
/** Any of the rooms offered. */
export const roomButton = (index) => `.room:nth-of-type(${index}) .button`;
