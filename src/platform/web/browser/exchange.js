// What the program calls of the page's script (web/page/page.js). Without a page, as in Node.js, nothing happens.
mergeInto(LibraryManager.library, {
  page_ask_for_files: function () { if (Module.page) Module.page.askForFiles(); },
  page_has_threads: function () { return Module.page && self.crossOriginIsolated ? 1 : 0; },
  page_bring: function (name) { return Module.page ? Module.page.bring(UTF8ToString(name)) : 2; },
  page_own_address: function () { return Module.page ? allocateUTF8(Module.page.address) : 0; },
  page_hand_out__proxy: 'sync',  // a job may write files
  page_hand_out: function (lines) { if (Module.page) Module.page.handOut(UTF8ToString(lines).split('\n')); },
  page_hand_out_text: function (text) { if (Module.page) Module.page.handOutText(UTF8ToString(text)); },
  page_fail: function (sentence) { if (Module.page) Module.page.fail(UTF8ToString(sentence)); },
  page_has_ended: function () { if (Module.page) Module.page.hasEnded(); },
});
