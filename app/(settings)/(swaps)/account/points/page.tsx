import { pageTitle } from "#components/messages/page-title.ts";
import { PointsPage } from "#components/swaps/points/points-page.tsx";

export const generateMetadata = () => pageTitle("/account/points");

/** The account's points. */
export default function Page() {
  return <PointsPage />;
}
