import { html, nothing, type TemplateResult } from "lit";
import type { PlanData } from "../../model/elements/entities.ts";
import { whenWanted } from "../controls/when-wanted.ts";
import type { DetailsSubject } from "../controls/subject.ts";
import { fileIcons, houseIcons } from "../renderer/index.ts";
import type { HomeAssistant } from "../home-assistant/home-assistant.ts";
import type { PreferredLanguages } from "../i18n/speaker.ts";

/** What is to be shown of whom, and what follows. */
export interface Showing {
  readonly subject: DetailsSubject;
  readonly house: HomeAssistant;
  readonly plan: PlanData;
  readonly languages: PreferredLanguages;
  /** Whether Home Assistant's own page is around, which shows entities itself. */
  readonly isInside: boolean;
  readonly closed: () => void;
  readonly chosen: (entity: string) => void;
}

/** Loads the panel of details. */
export const loadDetails = whenWanted(() => import("../details/main.ts"));

/** The panel of details; nothing where none are wanted. */
export const detailsView = (showing: Showing | undefined): TemplateResult | typeof nothing => {
  if (showing === undefined) return nothing;
  const { subject, house, plan, languages, isInside, closed, chosen } = showing;
  return html`<floorplan-details
    .house=${house}
    .now=${house.now}
    .plan=${plan}
    .subject=${subject}
    .icons=${isInside ? houseIcons : fileIcons}
    .languages=${languages}
    .delegates=${isInside}
    @closed=${closed}
    @entity=${({ detail }: CustomEvent<string>) => chosen(detail)}
  ></floorplan-details>`;
};
