/** Dates as a state stores them. The http layer has the function, because its errors need it too. */
export { exactMoment } from "../../http";
