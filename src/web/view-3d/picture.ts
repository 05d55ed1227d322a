import { type Camera, LinearSRGBColorSpace, type Object3D, WebGLRenderer } from "three";

/** Drawn pixels per pixel of the page: while the view rests, where the browser smooths what is too many, and at least while it moves. */
const [sharpest, coarsest] = [2, 0.5];

/** Most pixels of a picture that has more of them than the page: 64 MB. */
export const mostSmoothed = 2 ** 24;

/** Milliseconds of a frame above which what moves is drawn coarser, and below which finer again. */
const [slowMs, fastMs] = [45, 20];

/** Milliseconds without a move until the picture is drawn sharply. */
const restMs = 180;

/**
 * Drawn pixels per pixel of a page for a sharp picture of a size in pixels of the page: as many as a budget and the longest side
 * that the graphics draw allow.
 */
export const sharpRatio = (
  [width, height]: readonly [width: number, height: number],
  longestSide: number,
): number =>
  Math.min(
    sharpest,
    longestSide / Math.max(1, width, height),
    Math.max(1, Math.sqrt(mostSmoothed / Math.max(1, width * height))),
  );

/** The owner of a picture. */
export interface PictureHost {
  /** Moves the view on to the moment of a frame; returns whether it moves on by itself, so that another frame follows. */
  readonly moveOn: (nowMs: number) => boolean;
  /** Draws what a frame needs first; returns whether it did. As that takes long, the frame itself is the browser's next. */
  readonly prepare: (renderer: WebGLRenderer) => boolean;
  /** Called before each frame; `isCoarse`: what moves takes long to draw, so that the picture may have less than all. */
  readonly beforeFrame: (isCoarse: boolean) => void;
  /** Called after each frame, to place what lies over it. */
  readonly afterFrame: () => void;
  /** Whether somebody holds the view, so that it may move on at any time. */
  readonly isHeld: () => boolean;
  /** The browser took the graphics away. */
  readonly lost: () => void;
}

/** Whether this browser can draw by WebGL 2 now; asking makes a context, which is given back at once. */
export const canDraw = (): boolean => {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
};

/** The graphics of a canvas; undefined where the browser refuses them, as it may although it can draw. */
export const graphicsOn = (canvas: HTMLCanvasElement): WebGLRenderer | undefined => {
  try {
    return new WebGLRenderer({ canvas, alpha: true, powerPreference: "low-power" });
  } catch {
    return undefined;
  }
};

/**
 * A canvas on which a scene is drawn, only when asked to: no frame is drawn while nothing moves. Where drawing is slow, what
 * moves is drawn coarser, and sharply once it rests. For tests and benchmarks, which see from outside by them that nothing is
 * drawn, `data-frames` of the canvas counts its frames, and `data-moves` is there from a request until the picture rests.
 */
export class Picture {
  readonly renderer: WebGLRenderer;
  readonly #host: PictureHost;
  readonly #canvas: HTMLCanvasElement;
  #scene: Object3D | undefined;
  #camera: Camera | undefined;
  #size: readonly [width: number, height: number] = [0, 0];
  /** Pixels per pixel while the view rests. */
  #sharp = sharpest;
  #frame: number | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Pixels per pixel while the view moves. */
  #ratio: number;
  #isSharp = false;
  #isResized = false;
  #lastMs: number | undefined;
  #frames = 0;

  constructor(renderer: WebGLRenderer, host: PictureHost) {
    const canvas = renderer.domElement;
    this.#canvas = canvas;
    this.#host = host;
    this.renderer = renderer;
    // What is drawn has the curve of screens already.
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.#ratio = this.#finest;
    canvas.addEventListener("webglcontextlost", this.#lost);
  }

  /** What is drawn from now on, and from where. */
  show(scene: Object3D, camera: Camera): void {
    this.#scene = scene;
    this.#camera = camera;
    this.request();
  }

  /** Takes a size in pixels of the page. */
  resize(width: number, height: number): void {
    if (width === this.#size[0] && height === this.#size[1]) return;
    this.#size = [width, height];
    this.#sharp = sharpRatio(this.#size, this.longestSide);
    this.#isResized = true;
    this.request();
  }

  /** Draws a frame soon: the view or the house has changed. */
  readonly request = (): void => {
    this.#frame ??= requestAnimationFrame(this.#next);
    this.#canvas.dataset["moves"] = "";
  };

  /** The longest side of a picture that the graphics draw, in pixels. */
  get longestSide(): number {
    const graphics = this.renderer.getContext();
    const side: unknown = graphics.getParameter(graphics.MAX_RENDERBUFFER_SIZE);
    const { maxTextureSize } = this.renderer.capabilities;
    return typeof side === "number" ? Math.min(side, maxTextureSize) : maxTextureSize;
  }

  /**
   * Draws one frame of a size in drawn pixels, for `take` to copy it from the canvas at once, and then the picture as it was.
   * Returns false if the browser gave fewer pixels, as it may where memory is short.
   */
  drawStill(
    { width, height }: { readonly width: number; readonly height: number },
    prepare: () => void,
    take: (canvas: HTMLCanvasElement) => void,
  ): boolean {
    if (this.#scene === undefined || this.#camera === undefined) return false;
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, height, false);
    const graphics = this.renderer.getContext();
    const isWhole =
      graphics.drawingBufferWidth === width && graphics.drawingBufferHeight === height;
    if (isWhole) {
      prepare();
      this.renderer.render(this.#scene, this.#camera);
      take(this.#canvas);
    }
    this.#isResized = true;
    this.#draw(this.#sharp);
    return isWhole;
  }

  /** Ends the drawing, and gives back what it holds of the graphics. */
  end(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#canvas.removeEventListener("webglcontextlost", this.#lost);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Drawn pixels per pixel of the page while the view moves, at most. */
  get #finest(): number {
    return Math.min(this.#sharp, Math.max(1, devicePixelRatio));
  }

  readonly #lost = (event: Event): void => {
    event.preventDefault();
    this.#host.lost();
  };

  readonly #next = (nowMs: number): void => {
    this.#frame = undefined;
    const movesOn = this.#host.moveOn(nowMs);
    if (this.#host.prepare(this.renderer)) {
      // This tells nothing of how long a frame takes.
      this.#lastMs = undefined;
      this.request();
      return;
    }
    const tookMs = this.#lastMs === undefined ? undefined : nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (tookMs !== undefined) this.#adapt(tookMs);
    this.#draw(Math.min(this.#ratio, this.#finest));
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#sharpen, restMs);
    if (movesOn) this.request();
  };

  #adapt(tookMs: number): void {
    const factor = tookMs > slowMs ? 1 / Math.SQRT2 : tookMs < fastMs ? Math.SQRT2 : 1;
    this.#ratio = Math.min(this.#finest, Math.max(coarsest, this.#ratio * factor));
  }

  readonly #sharpen = (): void => {
    // After a rest nothing is known of how long a frame takes.
    this.#lastMs = undefined;
    if (this.#frame !== undefined) return;
    if (this.#host.isHeld()) {
      this.#rest = setTimeout(this.#sharpen, restMs);
      return;
    }
    if (!this.#isSharp) this.#draw(this.#sharp);
    delete this.#canvas.dataset["moves"];
  };

  #draw(ratio: number): void {
    const [width, height] = this.#size;
    if (this.#scene === undefined || this.#camera === undefined || width * height === 0) return;
    this.#isSharp = ratio === this.#sharp;
    if (this.renderer.getPixelRatio() !== ratio || this.#isResized) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
      this.#isResized = false;
    }
    this.#host.beforeFrame(ratio < this.#finest);
    this.renderer.render(this.#scene, this.#camera);
    this.#frames += 1;
    this.#canvas.dataset["frames"] = String(this.#frames);
    this.#host.afterFrame();
  }
}
