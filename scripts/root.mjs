import { fileURLToPath } from "node:url";

/** The folder of the checkout. Every script works from here, wherever it is called from. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));
