import { boundaryTo } from "../../src/server/runtime/boundary.ts";

/** A boundary for what is no test's subject: what fails there fails the test. */
export const boundary = boundaryTo((error) => {
  throw error;
});
