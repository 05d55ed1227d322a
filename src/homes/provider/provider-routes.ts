import { describe, integer } from "../../model/codec.ts";
import { forUsers } from "../../auth/route-guard.ts";
import { json, type Operation, problemAnswer, type Route } from "../../server/http/routes.ts";
import {
  changing,
  creating,
  deleting,
  deletions,
  linking,
  listing,
  type ProviderParts,
  restoring,
  show,
  usages,
} from "./provider-actions.ts";
import {
  createdCodec,
  deletedCodec,
  deletedHomesCodec,
  homeChangeCodec,
  homeCodec,
  homesCodec,
  linkCodec,
  newHomeCodec,
  newLinkCodec,
  usagesCodec,
} from "./provider-codecs.ts";
import {
  type Answering,
  handlerAt,
  homeParameter,
  pageParameters,
  refusals,
} from "./provider-requests.ts";

const shown = (summary: string): Operation => ({
  summary,
  token: "provider",
  parameters: [homeParameter],
  answers: {
    200: { when: "the home", content: json(homeCodec) },
    ...refusals.path,
    ...refusals.unknown,
    ...refusals.failed,
  },
});

const full = { 503: problemAnswer("a limit is reached, which the message names: try again") };

const taken = (when: string) => ({ 409: problemAnswer(when) });

/** The provider's routes, but those of backups. */
export const providerRoutes = (parts: ProviderParts): readonly Route[] => {
  const guard = forUsers(parts.guarded);
  const route = (
    path: string,
    methods: Readonly<Record<string, readonly [Answering, Operation]>>,
  ): Route => ({
    path,
    methods: Object.fromEntries(
      Object.entries(methods).map(([name, [answer]]) => [name, guard(handlerAt(path, answer))]),
    ),
    about: Object.fromEntries(Object.entries(methods).map(([name, [, about]]) => [name, about])),
  });
  return [
    route("/provider/homes", {
      GET: [
        listing(parts),
        {
          summary: "lists homes, sorted by id",
          token: "provider",
          parameters: pageParameters,
          answers: { 200: { when: "a part of them", content: json(homesCodec) }, ...refusals.path },
        },
      ],
      POST: [
        creating(parts),
        {
          summary: "creates a home, with a link for its first administrator",
          token: "provider",
          body: json(newHomeCodec),
          answers: {
            201: { when: "it is there", content: json(createdCodec) },
            ...refusals.body,
            ...taken("there is a home with that id"),
            ...refusals.failed,
            ...full,
          },
        },
      ],
    }),
    route("/provider/homes/{home}", {
      GET: [({ id }) => show(parts, id), shown("tells all that is known of a home")],
      PATCH: [
        changing(parts),
        {
          ...shown("renames a home, suspends or resumes it, or changes its quotas"),
          body: json(homeChangeCodec),
          answers: { ...shown("").answers, ...refusals.body },
        },
      ],
      DELETE: [
        deleting(parts),
        {
          ...shown("deletes a home; it can be restored for a while"),
          answers: {
            ...shown("").answers,
            200: { when: "it is put aside", content: json(deletedCodec) },
          },
        },
      ],
    }),
    route("/provider/homes/{home}/restore", {
      POST: [
        restoring(parts),
        {
          ...shown("restores the newest deleted home of that id"),
          answers: { ...shown("").answers, ...taken("there is a home with that id again") },
        },
      ],
    }),
    route("/provider/homes/{home}/link", {
      POST: [
        linking(parts),
        {
          summary: "makes a link for a new administrator of a home",
          token: "provider",
          parameters: [homeParameter],
          body: json(newLinkCodec),
          answers: {
            201: { when: "the link, which only this answer has", content: json(linkCodec) },
            ...refusals.body,
            ...refusals.unknown,
            ...taken("the home takes no such user; the message says why"),
            ...refusals.failed,
            ...full,
          },
        },
      ],
    }),
    route("/provider/deleted", {
      GET: [
        deletions(parts),
        {
          summary: "lists deleted homes that can be restored, the newest first",
          token: "provider",
          answers: { 200: { when: "all of them", content: json(deletedHomesCodec) } },
        },
      ],
    }),
    route("/provider/usage", {
      GET: [
        usages(parts),
        {
          summary: "tells what homes use, and all of them together",
          token: "provider",
          parameters: [
            {
              name: "top",
              in: "query",
              required: false,
              type: describe("only the so many with the most bytes, the largest first", integer),
            },
            ...pageParameters,
          ],
          answers: {
            200: { when: "totals and a part", content: json(usagesCodec) },
            ...refusals.path,
          },
        },
      ],
    }),
  ];
};
