//go:build unix

package natives

func init() { later(sunAwtImageImagerepresentation) }

// Parts of an image that have palettes of their own. Whether one palette has room for both is asked of libawt in HotSpot; here it never has, and the library makes an image of colours of them.
func sunAwtImageImagerepresentation() {
	register("sun/awt/image/ImageRepresentation", table{
		"setDiffICM(IIII[IIILjava/awt/image/IndexColorModel;[BIILsun/awt/image/ByteComponentRaster;I)Z": func(*Thread, Args) uint64 { return 0 },
	})
}
