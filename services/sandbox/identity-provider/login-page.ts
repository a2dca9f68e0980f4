/** The pages of the simulated identity provider that a person sees. */
import type { ServerResponse } from "node:http";
import { escapeHtml, sendPage } from "#services/sandbox/site/html.ts";

const LABEL = '<p class="tag">Simulated identity provider</p>';
const TITLE = "Simulated identity provider";

export type LoginForm = {
  /** Path that the form is posted to. */
  action: string;
  /** Where the person goes when the form is sent. */
  appOrigin: string;
  email: string;
  name: string;
  problem?: string;
};

export function loginPage(response: ServerResponse, form: LoginForm): void {
  const { action, appOrigin, email, name, problem } = form;
  const wrong = problem === undefined ? "" : 'aria-invalid="true" aria-describedby="problem"';
  const body = `<main class="narrow"><div class="card">${LABEL}
<h1>Sign in to ${escapeHtml(new URL(appOrigin).host)}</h1>
<p>This page stands in for a provider such as an employer's. Nobody checks who you are: any address signs in, and the
same address is the same person each time.</p>
<form method="post" action="${escapeHtml(action)}">
${problem === undefined ? "" : `<p id="problem" class="bad" role="alert">${escapeHtml(problem)}</p>`}
<label>E-mail address
<input ${wrong} type="email" autocapitalize="none" spellcheck="false" name="email" value="${escapeHtml(email)}" maxlength="254" autocomplete="email" required autofocus></label>
<label>Name (optional)
<input type="text" name="name" value="${escapeHtml(name)}" maxlength="80" autocomplete="name"></label>
<div class="row"><button name="action" value="login">Sign in</button>
<button class="quiet" name="action" value="cancel" formnovalidate>Cancel</button></div>
</form></div></main>`;
  sendPage(response, problem === undefined ? 200 : 400, {
    title: `Sign in – ${TITLE}`,
    body,
    formTargets: [appOrigin],
  });
}

/** Where there is nothing to fill in: the sign-in is over, or what the app asked for was wrong. */
export function problemPage(response: ServerResponse, status: number, problem: string): void {
  const body = `<main class="narrow"><div class="card">${LABEL}
<h1>This sign-in cannot go on</h1><p>${escapeHtml(problem)}</p>
<p>Go back to the app and begin again.</p></div></main>`;
  sendPage(response, status, { title: `Not signed in – ${TITLE}`, body });
}
