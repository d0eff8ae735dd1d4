/**
 * What the setting `site.miniQr` shows to be scanned: an uploaded picture of a code, or a text to draw one from. Where none is set, the
 * portal's own address is offered.
 */
export function miniCode(setting: string, origin: string) {
  if (setting === "") return { picture: null, text: origin, caption: "扫码在手机上打开本系统" };
  const isUploaded = setting.startsWith("/") && !setting.startsWith("//");
  return { picture: isUploaded ? setting : null, text: setting, caption: "扫码打开小程序" };
}
