import "../card/main.ts";
import "./empty-plan.ts";
import "./sign-in.ts";
import "./page.ts";
