package dev.baton.blobs.files;

import dev.baton.blobs.ContentId;
import dev.baton.blobs.ContentResult;
import dev.baton.blobs.ContentResult.Kept;
import dev.baton.blobs.ContentResult.TooLarge;
import dev.baton.blobs.Contents;
import dev.baton.blobs.Intake;
import dev.baton.blobs.Opened;
import dev.baton.core.Sha256;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Content as files named by their digest. Two who put the same at once replace one file by its equal.
final class FileContents implements Contents {
    private final Layout layout;
    private final Staging staging;

    FileContents(Layout layout, Staging staging) {
        this.layout = layout;
        this.staging = staging;
    }

    @Override
    public ContentResult put(InputStream bytes, long maxBytes) {
        try (var staged = staging.newFile()) {
            if (!staged.receive(bytes, maxBytes, 0)) {
                return new TooLarge(maxBytes);
            }
            var id = new ContentId(staged.sha256(), staged.received());
            Path place = layout.content(id.sha256());
            if (!Files.exists(place)) {
                staged.replace(place);
            }
            // Also when it was there: whoever put it may not have come to this yet, and our answer
            // promises it.
            staging.disk().syncNames(Directories.of(place), layout.root());
            return new Kept(id);
        } catch (IOException e) {
            throw Failure.of("keep content", e);
        }
    }

    @Override
    public Optional<Opened<ContentId>> open(Sha256 sha256) {
        try {
            FileChannel file = FileChannel.open(layout.content(sha256), StandardOpenOption.READ);
            return Optional.of(
                    new Opened<>(
                            new ContentId(sha256, file.size()), Channels.newInputStream(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.of("open content " + sha256, e);
        }
    }

    @Override
    public Intake intake() {
        return new FileIntake(layout, staging);
    }

    @Override
    public Optional<ContentId> find(Sha256 sha256) {
        try {
            return Optional.of(new ContentId(sha256, Files.size(layout.content(sha256))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failure.of("look for content " + sha256, e);
        }
    }
}
