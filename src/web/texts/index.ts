import * as de from "./de/index.ts";
import * as en from "./en/index.ts";
import { choose } from "./choose.ts";

/** All words of the user interface, section by section. */
export type Texts = { readonly [Section in keyof typeof en]: (typeof en)[Section] };

/** All words of the user interface in a language. */
export const texts = choose<Texts>(en, de);
