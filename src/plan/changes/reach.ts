import { type MemberPlace, memberPlaces } from "../raw-json/trusted.ts";

/**
 * Members of objects that one patch may take apart: some tenths of a second. No plan of a home has a tenth of them. It
 * must never get less, as logs hold patches that were within it.
 */
const maxMembers = 50_000;

/** The same for elements of lists, of which some thirty are taken apart for each that is reached: 30 MB of memory. */
const maxElements = 200_000;

const tooMany = (what: string): string => `this patch reaches into ${what} in all`;

/** What is left of what a patch may take apart. */
export class Reach {
  #members = maxMembers;
  #elements: number;
  #exceeded: string | undefined;

  /** Without `bounded` for a stored patch, as far as its elements go: it was within the limits of its time. */
  constructor(bounded: boolean) {
    this.#elements = bounded ? maxElements : Infinity;
  }

  /** Why the patch cannot be applied, once it has reached too far. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }

  /** The members of the object that is the whole text; undefined if they are too many. */
  membersOf(text: Buffer): readonly MemberPlace[] | undefined {
    const places = memberPlaces(text, this.#members + 1);
    this.#members -= places.length;
    if (this.#members >= 0) return places;
    this.#exceeded = tooMany(`objects of more than ${maxMembers} members`);
    return undefined;
  }

  /** Whether so many elements more may be taken apart. */
  takes(elements: number): boolean {
    this.#elements -= elements;
    if (this.#elements >= 0) return true;
    this.#exceeded = tooMany(`lists of more than ${maxElements} elements`);
    return false;
  }
}
