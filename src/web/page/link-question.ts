import { LitElement } from "lit";
import { ask } from "../ui/dialog.ts";
import type { PageTexts } from "../texts/en/page.ts";
import { dialogColors, pageStyle } from "./page-style.ts";

/** Has the question in it, and stands beside the page: whatever that shows meanwhile, the question waits for its answer. */
class LinkQuestion extends LitElement {
  static override readonly styles = [pageStyle, dialogColors];
}

customElements.define("floorplan-link-question", LinkQuestion);

/** Asks whoever is signed in, by their name, whether a link may take their place. */
export const mayReplace = async ({ link }: PageTexts, name: string): Promise<boolean> => {
  const host = new LinkQuestion();
  document.body.append(host);
  const { title, yes, no } = link;
  const agreed = await ask(host.shadowRoot ?? host, { title, text: link.text(name), yes, no });
  host.remove();
  return agreed !== undefined;
};
