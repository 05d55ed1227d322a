import { loadAgain } from "../connection/retry.ts";
import type { LayerHost } from "./layers/layer-display.ts";

const asked = new WeakSet<LayerHost>();

/** Loads what shows the layers of a card's plan, once; if that fails, everything is shown meanwhile. */
export const loadLayers = (card: LayerHost): undefined => {
  if (asked.has(card)) return;
  asked.add(card);
  const load = async (): Promise<void> => {
    const { showLayers } = await loadAgain(
      () => import("./layers/layer-display.ts"),
      undefined,
      () => {
        card.layered ??= (plan) => plan;
        card.requestUpdate();
      },
    );
    showLayers(card);
  };
  void load();
};
