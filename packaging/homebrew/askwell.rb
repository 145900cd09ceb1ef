# The formula of Askwell. Rendered by `cargo xtask dist --collect` for a release.
class Askwell < Formula
  desc "Ask people from programs and agents, and get checked, typed answers"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

@ARCHIVES@
  def install
    bin.install "askwell"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/askwell.bash" => "askwell"
    zsh_completion.install "completions/_askwell"
    fish_completion.install "completions/askwell.fish"
  end

  service do
    run [opt_bin/"askwell", "serve"]
    keep_alive true
    log_path var/"log/askwell.log"
    error_log_path var/"log/askwell.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/askwell --version")
    (testpath/"form.json").write '{"id":"a","title":"A","fields":[{"id":"b","type":"text","label":"B"}]}'
    system bin/"askwell", "check", "form.json"
  end
end
