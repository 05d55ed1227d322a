/** Work that is done in steps: at each `yield` others may have their turn. What it returns is its result. */
export type Steps<A> = Generator<undefined, A, undefined>;
