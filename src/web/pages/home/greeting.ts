/** A greeting for the hour of the day (0 to 23). */
export function greeting(hour: number): string {
  if (hour < 5) return "夜深了";
  if (hour < 11) return "上午好";
  if (hour < 13) return "中午好";
  if (hour < 18) return "下午好";
  return "晚上好";
}
