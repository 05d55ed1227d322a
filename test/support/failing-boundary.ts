import { boundaryTo } from "../../src/server/runtime/boundary.ts";

/** A boundary for tests: an error in it fails the test. */
export const boundary = boundaryTo((error) => {
  throw error;
});
