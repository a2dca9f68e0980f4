import { failureText } from "#components/data/failure-text.ts";
import type { Failure } from "#components/data/http.ts";
import type { PageRead } from "#components/data/use-resource.ts";

type PublicRead<Body> = {
  data: Body | undefined;
  failure: Failure | undefined;
  reload: () => Promise<void>;
};

/** A read that needs no session, as a page shows it. */
export function pageRead<Body>({ data, failure, reload }: PublicRead<Body>): PageRead<Body> {
  return {
    data,
    error: failure === undefined ? undefined : failureText(failure),
    loading: false,
    reload,
  };
}
