/** The service's numbers for the types of authorizations. */
export const APP = 0;
export const FOB = 2;
export const KEYPAD_CODE = 13;
