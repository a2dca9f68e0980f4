/** Where orders proposed by an assistant or a bot are read. Every page loads it, so what approvals need is with them. */
export const APPROVALS = "/api/v1/approvals";
