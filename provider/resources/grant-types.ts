/** Types of authorizations, by the service's numbers. */
export const APP = 0;
export const FOB = 2;
export const KEYPAD_CODE = 13;
