/** How long the portfolio is kept by the hour; older days keep their last row. */
export const HOURS_A_DAY = 24;
/** The longest period that is shown by the hour is thirty days. */
export const HOURLY_DAYS = 31;
